"""What Discord asks: one file a group of commands and the buttons that belong to it."""
