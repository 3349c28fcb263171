/**
 * What every part of the HTTP pipeline knows of a request and its answer: identity, headers, path.
 */
@NullMarked
package io.iamplane.http.exchange;

import org.jspecify.annotations.NullMarked;
