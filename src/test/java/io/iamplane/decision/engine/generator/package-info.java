/** Random policies, requests and changes over name spaces so small that everything collides. */
@NullMarked
package io.iamplane.decision.engine.generator;

import org.jspecify.annotations.NullMarked;
