package io.iamplane.change;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Tag;

/** Runs {@link ChangeFaultsDbTest} with at most two changes per transaction. */
@QuarkusTest
@TestProfile(GroupSizes.Two.class)
@Tag("ci")
class TwoAtATimeChangeFaultsDbTest extends ChangeFaultsDbTest {}
