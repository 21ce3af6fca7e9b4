"""The nightly run of a chain on many machines: claims of shops, the unit of work of a task, and the job of Apache Spark."""
