"""Computer players: they get what a seat may see and its legal actions, nothing else."""
