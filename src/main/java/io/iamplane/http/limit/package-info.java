/** Ceilings on how often one client and one address may ask, and may fail to authenticate. */
@NullMarked
package io.iamplane.http.limit;

import org.jspecify.annotations.NullMarked;
