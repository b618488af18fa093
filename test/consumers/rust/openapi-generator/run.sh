target/debug/consumer
