/**
 * Keeps secrets at rest unreadable: {@link io.iamplane.key.seal.Envelope} for private keys, wrapped
 * by a {@link io.iamplane.key.seal.KeyProvider}, and {@link io.iamplane.key.seal.SecretBox} for
 * everything else that is stored and must come back.
 */
@NullMarked
package io.iamplane.key.seal;

import org.jspecify.annotations.NullMarked;
