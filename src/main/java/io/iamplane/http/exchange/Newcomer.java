package io.iamplane.http.exchange;

import io.iamplane.token.DpopProof;
import io.iamplane.token.UnverifiedToken;
import io.iamplane.token.VerifiedToken;
import org.jspecify.annotations.Nullable;

/**
 * The sender of a token that was not verified here before, or of a proof that comes with a token:
 * all of it holds but the signatures.
 *
 * @param proof of the key that the token is bound to; null for a plain bearer token
 * @param known the token, if it was verified before; null otherwise
 * @param suspect its address failed too often, so that its verification is rationed
 */
public record Newcomer(
    UnverifiedToken token,
    @Nullable DpopProof proof,
    @Nullable VerifiedToken known,
    String address,
    boolean suspect) {}
