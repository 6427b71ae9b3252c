"""The name and version of the messages from the lesson to the page around it: docs/embedding.md."""

SOURCE = "faster-not-different"
VERSION = 1
