"""Speed, measured: `./run bench`. Long random play: `./run soak`. Nothing here is a test."""
