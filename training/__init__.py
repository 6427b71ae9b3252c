"""How the Nimbus pair is made: `python -m training`. Not needed at run time."""
