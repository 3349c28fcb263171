package io.iamplane.http.forwarded;

/**
 * Where a request came from.
 *
 * @param address the client's; that of the last known hop when a proxy does not name its client
 * @param secure whether the client speaks TLS, to this process or to a trusted proxy
 */
public record Origin(String address, boolean secure) {}
