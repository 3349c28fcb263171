package io.iamplane.signin;

import io.iamplane.shared.Aal;
import java.util.List;

/**
 * The proof of a person's authentication.
 *
 * @param amr the methods (RFC 8176)
 */
public record SignInProof(Aal aal, List<String> amr) {}
