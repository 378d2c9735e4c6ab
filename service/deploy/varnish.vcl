# Varnish in front of nodes (Debian: varnish, varnish-modules): it keeps lookups and forgets a build's by its tag.
vcl 4.1;
import xkey;
import std;

backend default { .host = "10.0.0.11"; .port = "3000"; }

# Machines that publish.
acl publishers { "127.0.0.1"; "10.0.0.0"/24; }

sub vcl_recv {
    if (req.method == "PURGE") {
        if (client.ip !~ publishers || !req.http.xkey) { return (synth(403)); }
        return (synth(200, "Forgot " + xkey.purge(req.http.xkey)));
    }
    # A caller with a key has limits of its own.
    if (req.http.X-API-Key) { return (pass); }
}

sub vcl_backend_response {
    # What the nodes call Surrogate-Key is xkey here.
    set beresp.http.xkey = beresp.http.Surrogate-Key;
    # As long as CDN-Cache-Control says an old answer may be given while a new one is asked for.
    set beresp.grace = std.duration(regsub(beresp.http.CDN-Cache-Control, "^.*stale-while-revalidate=([0-9]+).*$", "\1s"), 10s);
}

sub vcl_deliver {
    unset resp.http.xkey;
    # They told whoever asked first how he stood.
    if (obj.hits > 0) {
        unset resp.http.RateLimit;
        unset resp.http.RateLimit-Policy;
    }
}
