"""BESIDE THE CHAIN, free to change: scenarios, comments on share links, how often links were opened."""
