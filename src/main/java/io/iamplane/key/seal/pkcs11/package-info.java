/**
 * The key provider that asks a hardware security module, or SoftHSM, by PKCS #11: an AES key that
 * never leaves its token encrypts and decrypts data keys.
 */
@NullMarked
package io.iamplane.key.seal.pkcs11;

import org.jspecify.annotations.NullMarked;
