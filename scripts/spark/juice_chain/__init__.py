"""A chain's night on many machines: claims, a shop's unit of work, and the job of Apache Spark."""
