/** Grants: privileges of subjects. */
@NullMarked
package io.iamplane.grant;

import org.jspecify.annotations.NullMarked;
