"""The demo: the very same bot on a local browser page, without Discord, a token or an account."""
