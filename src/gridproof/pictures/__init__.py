"""Pictures of instances and answers; matplotlib is loaded only when something is drawn."""
