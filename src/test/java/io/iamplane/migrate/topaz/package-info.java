/** Tests of Topaz's formats. */
@NullMarked
package io.iamplane.migrate.topaz;

import org.jspecify.annotations.NullMarked;
