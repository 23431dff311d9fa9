"""Matches being played: seats, timers, one lock a place. Knows no Discord."""
