"""Stores that tests of generators share."""

import pytest


@pytest.fixture(scope="session")
def bucket():
    """A bucket of an S3-compatible server that runs here."""
    import boto3
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (
            ("AWS_ENDPOINT_URL", f"http://{host}:{port}"),
            ("AWS_ACCESS_KEY_ID", "reader"),
            ("AWS_SECRET_ACCESS_KEY", "secret"),
            ("AWS_DEFAULT_REGION", "us-east-1"),
        ):
            patch.setenv(name, value)
        boto3.client("s3").create_bucket(Bucket="books")
        yield "s3://books"
    server.stop()
