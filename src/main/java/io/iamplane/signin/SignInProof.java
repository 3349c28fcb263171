package io.iamplane.signin;

import io.iamplane.shared.Aal;
import java.util.List;

/**
 * How a person proved who they are.
 *
 * @param amr the methods (RFC 8176)
 */
public record SignInProof(Aal aal, List<String> amr) {}
