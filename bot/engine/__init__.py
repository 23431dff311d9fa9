"""The rules of Yaniv as a pure engine: no Discord, no database, no clock, no randomness of its own."""
