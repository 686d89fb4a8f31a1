"""Who answers: engines, their comparison, and the evidence."""
