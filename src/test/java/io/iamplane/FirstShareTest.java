package io.iamplane;

/**
 * To the build one class, in truth the tests with the application of all packages that {@link
 * SecondShareTest} and {@link ThirdShareTest} do not have. Nothing else is in this package: the
 * build knows them by it.
 */
final class FirstShareTest {}
