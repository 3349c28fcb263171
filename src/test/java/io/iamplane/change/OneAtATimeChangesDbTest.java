package io.iamplane.change;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Tag;

/** As {@link ChangesDbTest}, where each change commits by itself. */
@QuarkusTest
@TestProfile(GroupSizes.One.class)
@Tag("ci")
class OneAtATimeChangesDbTest extends ChangesDbTest {}
