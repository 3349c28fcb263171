package io.iamplane;

/**
 * To the build one class, in truth the tests with the application of all packages that {@link
 * SecondShareTest} does not have. In this package, so that it begins before all other tests.
 */
final class FirstShareTest {}
