/** How JSON is read: strictly, within bounds, and with every fault named by its place. */
@NullMarked
package io.iamplane.http.json;

import org.jspecify.annotations.NullMarked;
