"""What each version changed in the tables."""
