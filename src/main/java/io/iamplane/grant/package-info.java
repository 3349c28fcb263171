/** Who holds which privilege. */
@NullMarked
package io.iamplane.grant;

import org.jspecify.annotations.NullMarked;
