package io.iamplane.signin;

import java.util.List;
import java.util.Optional;

/** The settings of a panel in a test. */
record PanelUris(Optional<List<String>> redirectUris, Optional<List<String>> postLogoutRedirectUris)
    implements PanelConfig {}
