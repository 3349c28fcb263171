/** Writes our models and relations as files of other systems. */
@NullMarked
package io.iamplane.peer.export;

import org.jspecify.annotations.NullMarked;
