/** Writes our models and relations as files of other systems. */
@NullMarked
package io.iamplane.migrate.export;

import org.jspecify.annotations.NullMarked;
