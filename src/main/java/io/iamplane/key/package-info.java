/**
 * Signing keys: how they are made, kept, published and used. The private part of a key never leaves
 * this package.
 */
@NullMarked
package io.iamplane.key;

import org.jspecify.annotations.NullMarked;
