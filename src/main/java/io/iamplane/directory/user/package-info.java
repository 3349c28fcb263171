/** People. */
@NullMarked
package io.iamplane.directory.user;

import org.jspecify.annotations.NullMarked;
