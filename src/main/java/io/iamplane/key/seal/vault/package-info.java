/**
 * The key provider that asks Vault or OpenBao: the transit secrets engine encrypts and decrypts
 * data keys, with a key that never leaves it.
 */
@NullMarked
package io.iamplane.key.seal.vault;

import org.jspecify.annotations.NullMarked;
