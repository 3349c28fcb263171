package io.iamplane.http.forwarded;

/**
 * @param address the client's; that of the last known hop if a proxy does not name its client
 * @param secure true if the client speaks TLS, to this process or to a trusted proxy
 */
public record Origin(String address, boolean secure) {}
