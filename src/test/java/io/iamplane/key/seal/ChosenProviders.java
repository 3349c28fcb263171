package io.iamplane.key.seal;

import java.util.Optional;

/** The settings of a test that choose providers. */
public record ChosenProviders(String provider, Optional<String> previousProvider)
    implements KeyProviderConfig {}
