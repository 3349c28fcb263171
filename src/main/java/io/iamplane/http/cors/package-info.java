/** Cross-origin access to the API from browsers (Fetch standard, CORS protocol). */
@NullMarked
package io.iamplane.http.cors;

import org.jspecify.annotations.NullMarked;
