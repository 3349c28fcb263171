/** Which sites' scripts may call the API from a browser (Fetch standard, CORS protocol). */
@NullMarked
package io.iamplane.http.cors;

import org.jspecify.annotations.NullMarked;
