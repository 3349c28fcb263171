/** Applications with their clients, catalogue and relation model. */
@NullMarked
package io.iamplane.catalog.application;

import org.jspecify.annotations.NullMarked;
