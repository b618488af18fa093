./consumer
