"""The workbench for bots: matches between two versions of a bot, which roll the same dice."""
