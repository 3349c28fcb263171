package io.iamplane.webhook.receiver;

/** A request that arrived; the path includes the query. */
public record Received(String path, String id, String timestamp, String signature, String body) {}
