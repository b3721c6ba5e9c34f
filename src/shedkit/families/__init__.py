"""What related games share: functions and small values, no base classes."""
