package io.iamplane.change;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Tag;

/** As {@link ChangesDbTest}, where two commit together at most. */
@QuarkusTest
@TestProfile(GroupSizes.Two.class)
@Tag("ci")
class TwoAtATimeChangesDbTest extends ChangesDbTest {}
