"""What a server adds to the lesson: headers, and what a link to it looks like elsewhere."""
