package io.iamplane.http.exchange;

import io.iamplane.token.UnverifiedToken;

/**
 * The sender of a token that was not verified here before: all of it holds but the signature.
 *
 * @param suspect its address failed too often, so that its verification is rationed
 */
public record Newcomer(UnverifiedToken token, String address, boolean suspect) {}
