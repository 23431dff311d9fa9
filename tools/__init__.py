"""What is run by hand while working on the project; the bot needs none of it."""
