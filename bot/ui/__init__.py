"""What Discord shows: lobby, table, hand panel, scores, and the words for all of them."""
