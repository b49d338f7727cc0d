"""The workbench for bots: matches of two versions of a bot that meet the same luck."""
