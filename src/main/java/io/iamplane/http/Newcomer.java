package io.iamplane.http;

import io.iamplane.token.UnverifiedToken;

/**
 * The sender of a token that was not verified here before: all of it holds but the signature.
 *
 * @param suspect its address failed too often, so that its verification is rationed
 */
record Newcomer(UnverifiedToken token, String address, boolean suspect) {}
